// The text in place of figures that Google has not returned.
export function NoFigures({ asOf }: { asOf: string | null }) {
  return (
    <p className="py-8 text-center text-base text-balance text-ink-2">
      {asOf === null
        ? 'Your first figures are on their way.'
        : 'Google Analytics has no data for the last 30 days.'}
    </p>
  )
}
