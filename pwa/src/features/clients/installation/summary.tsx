// The first line of the installation's health: the problems that need attention, or that everything works.
import { CircleCheck, TriangleAlert } from 'lucide-react'

import type { Installation } from '../remote'
import { needsOf, sumOf } from './needs'

export function Summary({ installation }: { installation: Installation }) {
  const needs = needsOf(installation)
  const count = sumOf(needs)
  const isFine = count === 0
  // The notice below shows that the backup is missing.
  if (isFine && installation.backup_at === null) return null
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
