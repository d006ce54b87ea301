// The first line of the installation's health: whether something needs the reader, and what.
import { CircleCheck, TriangleAlert } from 'lucide-react'

import type { Installation } from '../remote'

export function Summary({ installation }: { installation: Installation }) {
  const needs = needsOf(installation)
  const count = needs.reduce((sum, need) => sum + need.count, 0)
  const isFine = count === 0
  const Icon = isFine ? CircleCheck : TriangleAlert
  return (
    <p className={`flex items-center gap-2 text-head font-semibold ${isFine ? 'text-good' : 'text-warn'}`}>
      <Icon size={18} aria-hidden="true" className="shrink-0" />
      {isFine
        ? 'Everything works'
        : `${count} ${count === 1 ? 'thing needs' : 'things need'} you: ${needs.map(({ text }) => text).join(', ')}`}
    </p>
  )
}

/** What the cards below show in amber or red. */
function needsOf(installation: Installation): { count: number; text: string }[] {
  const { failing, failed_scans, mail_troubles, push_troubles, backup_at } = installation
  const needs = [
    counted(failing.length + failed_scans.length, 'problem', 'problems'),
    counted(mail_troubles.length, 'email not sent', 'emails not sent'),
    counted(push_troubles.length, 'device without push', 'devices without push'),
    { count: backup_at === null ? 1 : 0, text: 'no backup yet' },
  ]
  return needs.filter(({ count }) => count > 0)
}

function counted(count: number, one: string, several: string) {
  return { count, text: `${count} ${count === 1 ? one : several}` }
}
