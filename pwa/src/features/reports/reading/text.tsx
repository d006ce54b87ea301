// A report's text with its line breaks.

export function ReportText({ text }: { text: string }) {
  if (text === '') return null
  return <div className="text-base leading-relaxed break-words whitespace-pre-wrap text-ink">{text}</div>
}
