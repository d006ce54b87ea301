// The six features of the product, each with a drawing.
import type { ReactNode } from 'react'

import { cx } from '../../ui/cx'
import {
  BotPicture,
  ChatPicture,
  ReportPicture,
  ScoresPicture,
  SourcesPicture,
  TilesPicture,
} from './feature-pictures'
import { Section } from '../frame/section'

type Feature = {
  title: string
  text: string
  picture: ReactNode
  isWide: boolean
  /** Whether phones show the picture too. All six would make the page too long there. */
  isKey: boolean
}

const FEATURES: readonly Feature[] = [
  {
    title: 'Weekly video reports',
    text: 'Two minutes on what happened and why, from the person who looked.',
    picture: <ReportPicture />,
    isWide: false,
    isKey: true,
  },
  {
    title: 'People who answer',
    text: 'Ask about any number, right where you see it. Messages send when you’re back online.',
    picture: <ChatPicture />,
    isWide: true,
    isKey: true,
  },
  {
    title: 'Website performance scores',
    text: 'Tested every Friday as a phone sees it, with why the score moved and what to fix first.',
    picture: <ScoresPicture />,
    isWide: true,
    isKey: true,
  },
  {
    title: 'AI chatbots',
    text: 'Trained on your business, answering your visitors while you sleep.',
    picture: <BotPicture />,
    isWide: false,
    isKey: false,
  },
  {
    title: 'Real-time dashboards',
    text: 'Key metrics on one board that updates by itself, on your phone or at your desk.',
    picture: <TilesPicture />,
    isWide: false,
    isKey: false,
  },
  {
    title: 'SEO, ads and social insights',
    text: 'Google Analytics, read for you: where visitors come from, and which of them stay.',
    picture: <SourcesPicture />,
    isWide: true,
    isKey: false,
  },
]

export function Features() {
  return (
    <Section id="features" title="Powerful features, one calm place">
      <ul className="mt-8 grid gap-4 sm:mt-12 sm:gap-5 lg:grid-cols-12">
        {FEATURES.map(({ title, text, picture, isWide, isKey }) => (
          <li
            key={title}
            className={cx(
              'flex flex-col overflow-hidden rounded-2xl border border-line bg-surface',
              isWide ? 'lg:col-span-7' : 'lg:col-span-5',
            )}
          >
            <div
              aria-hidden="true"
              className={cx(
                'feature-ground flex items-center justify-center overflow-hidden border-b border-line p-5 sm:h-64 sm:px-8 sm:py-0',
                !isKey && 'max-sm:hidden',
              )}
            >
              {picture}
            </div>
            <div className="p-5 sm:px-8 sm:py-6">
              <h3 className="text-xl font-semibold text-ink">{title}</h3>
              <p className="mt-1.5 max-w-[52ch] text-body text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
