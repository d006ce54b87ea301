// A picture for each data source, drawn for this product. It reminds of the service but is not its logo.
import type { ReactNode } from 'react'

export type Source = 'analytics' | 'search-console' | 'facebook-ads' | 'website'

/** White drawings on a background of the same colour in both colour schemes, so that its colour identifies a source. */
const MARKS: Record<Source, { background: string; drawing: ReactNode }> = {
  // Visits that grow.
  analytics: {
    background: '#d9630b',
    drawing: (
      <>
        <path d="M9.5 26.5v-3.5M15.2 26.5v-6.5M20.8 26.5v-5M26.5 26.5v-9" strokeWidth="3.2" />
        <path d="m9.5 16.2 5.7-4 5.6 2.3 5.7-5.8" strokeWidth="1.8" />
        <circle cx="26.5" cy="8.7" r="2.2" fill="#fff" stroke="none" />
      </>
    ),
  },
  // A search, and the rank of its results.
  'search-console': {
    background: '#16805c',
    drawing: (
      <>
        <circle cx="16" cy="15.5" r="7.6" strokeWidth="2.6" />
        <path d="m21.8 21.4 5.7 5.7" strokeWidth="3.4" />
        <path d="M13 18v-2.4M16 18v-4.4M19 18v-6.2" strokeWidth="1.8" />
      </>
    ),
  },
  // A message to many.
  'facebook-ads': {
    background: '#2a62d8',
    drawing: (
      <>
        <path d="M8.5 15.2v5.6h4.6l9.4 4.7V10.5l-9.4 4.7z" fill="#fff" strokeWidth="1.6" />
        <path d="m12.4 21.2 1.7 6h2.7l-1.3-5" fill="#fff" strokeWidth="1.2" />
        <path d="M26 14.4a5.2 5.2 0 0 1 0 7.2" strokeWidth="2.2" />
      </>
    ),
  },
  // A page with a picture and text.
  website: {
    background: '#5a6478',
    drawing: (
      <>
        <rect x="8" y="9.5" width="20" height="17" rx="2.4" strokeWidth="2.2" />
        <path d="M8 14.4h20M12 19h5.5v3.6H12zM21 19h3.2M21 22.6h3.2" strokeWidth="1.8" />
      </>
    ),
  },
}

/** Decorative: the name is beside it. `size` is in px. */
export function SourceMark({ source, size = 36 }: { source: Source; size?: number }) {
  const { background, drawing } = MARKS[source]
  return (
    <svg
      viewBox="0 0 36 36"
      width={size}
      height={size}
      aria-hidden="true"
      className="shrink-0 forced-color-adjust-none"
      fill="none"
      stroke="#fff"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <rect width="36" height="36" rx="9" fill={background} stroke="none" />
      {drawing}
    </svg>
  )
}
