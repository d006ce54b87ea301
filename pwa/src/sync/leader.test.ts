// Which tab leads.
import { afterEach, describe, expect, it, vi } from 'vitest'

import { testLocks, testPage, type TestPage } from '../testing/worlds'
import { takePart, type Leadership, type Locks } from './leader'
import { joinTabs, type Tabs } from './tabs'

const parts: { leadership: Leadership; tabs: Tabs }[] = []
afterEach(async () => {
  await Promise.all(parts.map((part) => part.leadership.stop()))
  for (const part of parts.splice(0)) part.tabs.close()
})

function tab(locks: Locks | null, page: TestPage = testPage()) {
  const tabs = joinTabs('leader-test')
  const stopped = vi.fn(() => Promise.resolve())
  const lead = vi.fn(() => stopped)
  const leadership = takePart('leader-test', locks, tabs, page, lead)
  parts.push({ leadership, tabs })
  return { leadership, page, lead, stopped }
}
const leads = (one: { leadership: Leadership }) => vi.waitFor(() => expect(one.leadership.leads()).toBe(true))

describe('leadership', () => {
  it('is held by one tab, and passes on when that tab closes', async () => {
    const locks = testLocks()
    const [first, second] = [tab(locks), tab(locks)]
    await leads(first)
    expect(second.leadership.leads()).toBe(false)
    await first.leadership.stop()
    expect(first.stopped).toHaveBeenCalledTimes(1)
    await leads(second)
  })

  it('goes from a hidden tab to a visible one, and stays with a visible one', async () => {
    const locks = testLocks()
    const hidden = tab(locks, testPage(false))
    await leads(hidden)
    const visible = tab(locks)
    await leads(visible)
    expect(hidden.leadership.leads()).toBe(false)
    expect(hidden.stopped).toHaveBeenCalledTimes(1)
    const third = tab(locks)
    hidden.page.say('visible')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect([visible, hidden, third].map((one) => one.leadership.leads())).toEqual([true, false, false])
  })

  it('is every tab’s where there are no locks', async () => {
    const [first, second] = [tab(null), tab(null)]
    await leads(first)
    await leads(second)
  })
})
