// Waiting work of the installation, in one line for each name. Pure.
import type { Installation } from '../remote'
import { tasksText, workText } from '../work-text'

/** Waiting work is shown with its age from this age on. */
const OLD_S = 60

interface Waiting {
  /** Several kinds of work can share a name, for example all kinds of billing. */
  name: string
  /** `1 billing task scheduled for later` */
  text: string
  /** `The oldest has waited for 5 min.`, or empty. */
  age: string
  /** When the first of the scheduled tasks is due. */
  nextDue: string | null
  failing: number
}

/** One line for each name, the oldest work first. */
export function waitingOf(effects: Installation['effects']): Waiting[] {
  const groups = new Map<string, Installation['effects']>()
  for (const effect of effects) {
    const name = workText(effect.kind)
    groups.set(name, [...(groups.get(name) ?? []), effect])
  }
  const sum = (group: Installation['effects'], part: 'due' | 'leased' | 'later' | 'failing') =>
    group.reduce((all, one) => all + one[part], 0)
  return [...groups]
    .map(([name, group]) => ({ name, group, overdue: Math.max(...group.map(({ overdue_s }) => overdue_s)) }))
    .sort((a, b) => b.overdue - a.overdue)
    .map(({ name, group, overdue }) => {
      const kind = group[0]?.kind ?? ''
      const states = [
        ['waiting', sum(group, 'due')],
        ['in progress', sum(group, 'leased')],
        ['scheduled for later', sum(group, 'later')],
      ] as const
      const text = states
        .filter(([, count]) => count > 0)
        .map(([state, count]) => `${tasksText(kind, count)} ${state}`)
        .join(' · ')
      const age = overdue < OLD_S ? '' : `The oldest has waited for ${ageOf(overdue)}.`
      const [nextDue = null] = group.flatMap(({ next_due }) => next_due ?? []).sort()
      return { name, text, age, nextDue, failing: sum(group, 'failing') }
    })
}

/** `2 waiting, 1 failed`, without the counts that are 0. */
export function countsText(counts: [number, string][]): string {
  return counts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')
}

function ageOf(seconds: number): string {
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
