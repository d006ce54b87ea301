// All public pages as HTML; vite.site.config.ts writes them into the build.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

import { type PageMetadata, type BuildOutput, Document } from './frame/document'
import { Footer } from './frame/footer'
import { Landing } from './landing/landing'
import { Privacy, Terms } from './legal'
import { paths } from './frame/links'
import { ifSelling, PLACEHOLDERS } from './frame/placeholders'
import { Pricing } from './pricing/pricing'
import { TopBar } from './frame/top-bar'

type Page = { name: string; metadata: PageMetadata; content: ReactNode }

/** The names are the same as in platform/server/paths.py. */
const PAGES: readonly Page[] = [
  {
    name: 'landing',
    metadata: {
      path: paths.home,
      title: `${PLACEHOLDERS.name}: know how your marketing is doing`,
      description: `Real-time dashboards, weekly reports by email, website performance scores and Google Analytics for small businesses.${ifSelling(' 14-day free trial, starting at $99/month.', '')}`,
    },
    content: <Landing />,
  },
  {
    name: 'pricing',
    metadata: {
      path: paths.pricing,
      title: `Pricing · ${PLACEHOLDERS.name}`,
      description: ifSelling(
        'One plan with everything: $99 per month, unlimited data sources, weekly reports. The first 14 days are free.',
        'One plan with everything: unlimited data sources, weekly reports, and people who answer.',
      ),
    },
    content: <Pricing />,
  },
  {
    name: 'terms',
    metadata: {
      path: paths.terms,
      title: `Terms of Service · ${PLACEHOLDERS.name}`,
      description: `The terms on which you use ${PLACEHOLDERS.name}.`,
    },
    content: <Terms />,
  },
  {
    name: 'privacy',
    metadata: {
      path: paths.privacy,
      title: `Privacy Policy · ${PLACEHOLDERS.name}`,
      description: `Which data ${PLACEHOLDERS.name} has about you, and why.`,
    },
    content: <Privacy />,
  },
]

/** Renders every page and returns the HTML by page name. */
export function render(buildOutput: BuildOutput): Record<string, string> {
  return Object.fromEntries(
    PAGES.map(({ name, metadata, content }) => {
      const page = (
        <Document metadata={metadata} buildOutput={buildOutput}>
          <TopBar currentPath={metadata.path} />
          <main id="main">{content}</main>
          <Footer />
        </Document>
      )
      return [name, `<!doctype html>${renderToStaticMarkup(page)}`]
    }),
  )
}
