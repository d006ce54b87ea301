// The problems of the installation that need attention. Pure.
import type { Installation } from '../remote'

interface Need {
  count: number
  text: string
}

/** Leaves out a missing backup, because it has its own notice. */
export function needsOf(installation: Installation): Need[] {
  const { failing, failed_scans, mail_troubles, push_troubles } = installation
  const needs = [
    counted(failing.length + failed_scans.length, 'problem', 'problems'),
    counted(mail_troubles.length, 'email not sent', 'emails not sent'),
    counted(push_troubles.length, 'device without push', 'devices without push'),
  ]
  return needs.filter(({ count }) => count > 0)
}

export function sumOf(needs: readonly Need[]): number {
  return needs.reduce((sum, { count }) => sum + count, 0)
}

/** The number of problems that need attention, including a missing backup. */
export function countOf(installation: Installation): number {
  return sumOf(needsOf(installation)) + (installation.backup_at === null ? 1 : 0)
}

function counted(count: number, one: string, several: string): Need {
  return { count, text: `${count} ${count === 1 ? one : several}` }
}
