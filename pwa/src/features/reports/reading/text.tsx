// A report's text as paragraphs, with their line breaks.

/** About 65 characters in a line. */
const MEASURE = { maxWidth: '34rem', lineHeight: 1.6 }

export function ReportText({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  if (paragraphs.length === 0) return null
  return (
    <div style={MEASURE} className="space-y-3 text-lg break-words whitespace-pre-wrap text-ink">
      {paragraphs.map((paragraph, place) => (
        <p key={place}>{paragraph.replace(/^\n+|\s+$/g, '')}</p>
      ))}
    </div>
  )
}
