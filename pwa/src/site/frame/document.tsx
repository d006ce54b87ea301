// The HTML document of every public page: metadata for browsers, search engines and link previews, and the
// styles.
import type { ReactNode } from 'react'

import { PLACEHOLDERS, verbatim } from './placeholders'

export interface PageMetadata {
  path: string
  title: string
  description: string
}

/** The build's output for all pages: the address of the script, and the styles. */
export interface BuildOutput {
  script: string
  styles: string
}

type DocumentProps = { metadata: PageMetadata; buildOutput: BuildOutput; children: ReactNode }

export function Document({
  metadata: { path, title, description },
  buildOutput: { script, styles },
  children,
}: DocumentProps) {
  const address = `${PLACEHOLDERS.site}${path}`
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <link rel="canonical" href={address} />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#141922" media="(prefers-color-scheme: dark)" />
        {/* Inlined, because a separate file would cost every first visitor one more round trip. */}
        <style dangerouslySetInnerHTML={{ __html: verbatim(styles) + PLACEHOLDERS.theme }} />
        <script type="module" src={script} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={PLACEHOLDERS.name} />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${PLACEHOLDERS.site}/picture.jpg`} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta
          property="og:image:alt"
          content="A line that beats, then climbs: a website’s score, week by week"
        />
        <meta name="twitter:card" content="summary_large_image" />
      </head>
      <body>{children}</body>
    </html>
  )
}
