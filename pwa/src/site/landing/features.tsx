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

const FEATURES: { title: string; text: string; picture: ReactNode; isWide: boolean }[] = [
  {
    title: 'Real-time dashboards',
    text: 'Key metrics on one board that updates by itself, on your phone or at your desk.',
    picture: <TilesPicture />,
    isWide: true,
  },
  {
    title: 'Weekly video reports',
    text: 'Two minutes on what happened and why, from the person who looked.',
    picture: <ReportPicture />,
    isWide: false,
  },
  {
    title: 'Website performance scores',
    text: 'Tested every Friday as a phone sees it, with what to fix first.',
    picture: <ScoresPicture />,
    isWide: false,
  },
  {
    title: 'SEO, ads and social insights',
    text: 'Google Analytics, read for you: where visitors come from, and which of them stay.',
    picture: <SourcesPicture />,
    isWide: true,
  },
  {
    title: 'People who answer',
    text: 'Ask about any number, right where you see it. Messages send when you’re back online.',
    picture: <ChatPicture />,
    isWide: true,
  },
  {
    title: 'AI chatbots',
    text: 'Trained on your business, answering your visitors while you sleep.',
    picture: <BotPicture />,
    isWide: false,
  },
]

export function Features() {
  return (
    <Section id="features" title="Powerful features, one calm place">
      <ul className="mt-12 grid gap-5 lg:grid-cols-12">
        {FEATURES.map(({ title, text, picture, isWide }) => (
          <li
            key={title}
            className={cx(
              'flex flex-col overflow-hidden rounded-2xl border border-line bg-surface',
              isWide ? 'lg:col-span-7' : 'lg:col-span-5',
            )}
          >
            <div
              aria-hidden="true"
              className="feature-ground flex h-64 items-center justify-center overflow-hidden px-5 sm:px-8"
            >
              {picture}
            </div>
            <div className="border-t border-line px-6 py-6 sm:px-8">
              <h3 className="text-xl font-semibold text-ink">{title}</h3>
              <p className="mt-1.5 max-w-[52ch] text-body text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
