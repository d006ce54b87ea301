// Text and colour of the sync status that the shell always shows.
import { clockTime, dateTimeText } from '../../lib/text/times'
import type { SyncStatus } from '../../sync'
import type { DotTone } from '../../ui/status-dot'

type StatusText = {
  text: string
  tone: DotTone
  /** Whether it gets its own line on a narrow screen. */
  isProminent: boolean
}

const DAY_MS = 86_400_000

/** `3 messages`, `1 message` */
function messagesText(count: number): string {
  return `${count} message${count === 1 ? '' : 's'}`
}

export function statusText(status: SyncStatus, now: number): StatusText {
  const { text, tone } = linkText(status, now)
  const parts = [text]
  if (status.waiting > 0) parts.push(`${messagesText(status.waiting)} waiting`)
  if (status.refused > 0) parts.push(`${messagesText(status.refused)} not sent`)
  return {
    text: parts.join(', '),
    tone: status.refused > 0 ? 'bad' : tone,
    isProminent: parts.length > 1 || tone === 'warn' || tone === 'bad',
  }
}

function linkText({ link }: SyncStatus, now: number): { text: string; tone: DotTone } {
  switch (link.is) {
    case 'live':
      return { text: 'Up to date', tone: 'good' }
    case 'catching-up':
      return { text: 'Syncing', tone: 'busy' }
    case 'connecting':
      return { text: 'Connecting', tone: 'busy' }
    case 'offline':
      return {
        text: `${link.blocked ? 'No live updates' : 'Offline'} since ${sinceText(link.since, now)}`,
        tone: 'warn',
      }
    case 'outdated':
      return { text: 'Update needed', tone: 'warn' }
    case 'locked':
      return { text: 'Access ended', tone: 'bad' }
    case 'signed-out':
      return { text: 'Signed out', tone: 'bad' }
  }
}

/** `2:02 PM` within a day, else `Thu, Nov 19, 2026, 2:02 PM`. */
function sinceText(iso: string, now: number): string {
  return now - Date.parse(iso) < DAY_MS ? clockTime(iso) : dateTimeText(iso)
}
