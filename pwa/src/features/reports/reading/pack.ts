// A report as one self-contained HTML file: text, figures, score chart, and poster or video. The file makes
// no requests.
import { dateTimeText } from '../../../lib/text/times'
import { monthDayText } from '../../../lib/text/days'
import type { Figures, ReportRow } from '../../../db/rows/reports'
import { pictureOf } from './chart'
import { dateOf } from '../../../live/report-order'
import { analyticsNote, detailsOf } from '../rules'

export interface Pack {
  name: string
  html: string
}

/** `poster` and `video` are `data:` URLs; empty without one. */
type PackInput = { report: ReportRow; company: string; product: string; poster: string; video: string }

// The policy blocks every request and every script, so the file contains all it shows.
const POLICY =
  "default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#111722, #e9ecf2); --soft: light-dark(#646e80, #949eb0); --line: light-dark(#e3e6ec, #262e3c);
  --card: light-dark(#ffffff, #141922); --primary: light-dark(#2563eb, #7aa2f7); --good: light-dark(#11734a, #4cc38a); --bad: light-dark(#bd1f2d, #ff8a8a) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f5f6f9, #090c11); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 3rem }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.25rem 0; overflow-wrap: anywhere }
.soft { color: var(--soft); font-size: 0.875rem; margin: 0 }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 1.5rem 0 }
.poster { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: 10px; border: 1px solid var(--line); margin-top: 1.5rem }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 0 }
dt { color: var(--soft); font-size: 0.8125rem } dd { margin: 0 } .figure { font-size: 1.35rem; font-weight: 600 }
.good { color: var(--good) } .bad { color: var(--bad) }
svg { display: block; width: 100%; max-width: 32rem; margin-top: 1.25rem } svg text { font: 12px system-ui, sans-serif; fill: var(--soft) }
a { color: var(--primary) }
@media print { body { background: none } main { padding: 0 } }
`

export function packOf({ report, company, product, poster, video }: PackInput): Pack {
  const { content, figures, title, author_name } = report
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>`,
    `<p class="soft">${escapeHtml(company)} · ${escapeHtml(product)}</p><h1>${escapeHtml(title)}</h1>`,
    `<p class="soft">${escapeHtml(dateTimeText(dateOf(report)))} · ${escapeHtml(author_name)}</p>`,
    // Only `data:` URLs, because any other address would be a request.
    video.startsWith('data:video/')
      ? `<video class="poster" controls playsinline src="${escapeHtml(video)}"></video>`
      : '',
    !video.startsWith('data:video/') && poster.startsWith('data:image/')
      ? `<img class="poster" alt="The video of this report" src="${escapeHtml(poster)}">`
      : '',
    video.startsWith('data:video/') ? '' : videoOf(report, product),
    content.text === '' ? '' : `<div class="text">${escapeHtml(content.text)}</div>`,
    figuresOf(figures, dateOf(report)),
    '</main></body></html>',
  ].join('')
  return { name: `${slug(`${company} ${dateOf(report).slice(0, 10)}`)}.html`, html }
}

function videoOf({ video_kind, content: { video_url: address } }: ReportRow, product: string): string {
  if (video_kind === 'upload')
    return `<p class="soft">The video of this report is not in this file: it is at ${escapeHtml(product)}.</p>`
  // Only web addresses become links.
  if (address === null || !/^https?:\/\//.test(address)) return ''
  return `<p class="soft">Video: <a href="${escapeHtml(address)}" rel="noopener noreferrer">${escapeHtml(address)}</a></p>`
}

function figuresOf(figures: Figures | null, at: string): string {
  const details = detailsOf(figures, at)
  if (figures === null || details.length === 0) return ''
  const items = details.map(({ label, value, change, tone, meaning }) => {
    const changeHtml =
      change === undefined ? '' : `<dd class="${tone ?? 'neutral'}">${escapeHtml(change)}</dd>`
    const meaningHtml = meaning === undefined ? '' : `<dd class="soft">${escapeHtml(meaning)}</dd>`
    return `<div><dt>${escapeHtml(label)}</dt><dd class="figure">${escapeHtml(value)}</dd>${changeHtml}${meaningHtml}</div>`
  })
  const note = analyticsNote(figures)
  const noteHtml = note === null ? '' : `<p class="soft">${escapeHtml(note)}</p>`
  return `<section class="card" aria-label="Figures"><dl>${items.join('')}</dl>${chartOf(figures.scores)}${noteHtml}</section>`
}

function chartOf(scores: Figures['scores']): string {
  const picture = pictureOf(scores)
  if (picture === null) return ''
  const { width, height, dots, line, area, grid, hasDateLabel } = picture
  const items = dots.map(({ at, score }) => `${monthDayText(at)}: ${score}`).join(', ')
  const lines = grid.map(
    ({ score, y }) =>
      `<line x1="30" x2="${width - 12}" y1="${y}" y2="${y}" stroke="var(--line)"/><text x="24" y="${y + 4}" text-anchor="end">${score}</text>`,
  )
  const points = dots.map(
    ({ x, y, at, score }, index) =>
      `<circle cx="${x}" cy="${y}" r="4" fill="var(--primary)"/><text x="${x}" y="${y - 9}" text-anchor="middle">${score}</text>` +
      (hasDateLabel(index)
        ? `<text x="${x}" y="${height - 8}" text-anchor="middle">${escapeHtml(monthDayText(at))}</text>`
        : ''),
  )
  return (
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(`Performance score by week. ${items}`)}">${lines.join('')}` +
    `<path d="${area}" fill="var(--primary)" opacity="0.1"/><path d="${line}" fill="none" stroke="var(--primary)" stroke-width="2"/>${points.join('')}</svg>`
  )
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML content and attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

function slug(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
}

/** Downloads the file in the browser; nothing leaves the device. */
export function savePack({ name, html }: Pack): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
