// Text and colour of the sync status that the shell always shows.
import { clockTime } from '../../lib/text/times'
import type { SyncStatus } from '../../sync'
import type { DotTone } from '../../ui/status-dot'

type StatusText = {
  text: string
  tone: DotTone
  /** Whether it gets its own line on a narrow screen. */ loud: boolean
}

/** `3 messages`, `1 message` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function statusText(status: SyncStatus, now: number): StatusText {
  const { text, tone } = linkText(status, now)
  const parts = [text]
  if (status.waiting > 0) parts.push(`${counted(status.waiting, 'message')} waiting`)
  if (status.refused > 0) parts.push(`${counted(status.refused, 'message')} not sent`)
  return {
    text: parts.join(', '),
    tone: status.refused > 0 ? 'bad' : tone,
    loud: parts.length > 1 || tone === 'warn' || tone === 'bad',
  }
}

function linkText({ link }: SyncStatus, now: number): { text: string; tone: DotTone } {
  switch (link.is) {
    case 'live':
      return { text: 'Up to date', tone: 'good' }
    case 'catching-up':
      return {
        text: link.behind === 0 ? 'Catching up' : `${counted(link.behind, 'change')} behind`,
        tone: 'busy',
      }
    case 'connecting':
      return { text: 'Connecting', tone: 'busy' }
    case 'offline':
      return { text: `Offline since ${sinceText(link.since, now)}`, tone: 'warn' }
    case 'outdated':
      return { text: 'Update needed', tone: 'warn' }
    case 'locked':
      return { text: 'Access ended', tone: 'bad' }
    case 'signed-out':
      return { text: 'Signed out', tone: 'bad' }
  }
}

/** `14:02` today, else `Thu Nov 19 2026`. */
function sinceText(iso: string, now: number): string {
  const date = new Date(iso)
  const isToday = date.toDateString() === new Date(now).toDateString()
  return isToday ? clockTime(iso) : date.toDateString()
}
