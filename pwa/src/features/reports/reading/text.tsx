// What a report says, in its own lines.

export function ReportText({ text }: { text: string }) {
  if (text === '') return null
  return <div className="text-base leading-relaxed break-words whitespace-pre-wrap text-ink">{text}</div>
}
