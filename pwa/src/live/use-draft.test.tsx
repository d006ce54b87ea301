// Drafts of forms: stored on each change, restored after a reload, and deleted after a save or a reset.
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { Replica } from '../db/schema'
import { fakeSync, LIVE_ADMIN } from '../testing/sync/fake-sync'
import { LiveContext } from './live'
import { useDraft } from './use-draft'

let replica: Replica
beforeEach(() => {
  replica = new Replica(`draft-${String(Math.random())}`)
})
afterEach(() => replica.delete())

async function open(savedFields: { title: string; text: string }) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>{children}</LiveContext>
  )
  const hook = renderHook(() => useDraft('form', savedFields), { wrapper })
  await waitFor(() => expect(hook.result.current.isRead).toBe(true))
  return hook
}

const stored = async () => (await replica.drafts.get('form'))?.text

test('a draft is restored after a reload without overwriting newer changes', async () => {
  const first = await open({ title: 'Old', text: '' })
  expect(first.result.current).toMatchObject({ fields: { title: 'Old', text: '' }, isRestored: false })
  act(() => first.result.current.change({ text: 'A long ' }))
  act(() => first.result.current.change({ text: 'A long answer' }))
  await waitFor(async () => expect(await stored()).toBe('{"text":"A long answer"}'))
  first.unmount()

  const second = await open({ title: 'Changed by somebody else', text: '' })
  expect(second.result.current).toMatchObject({
    fields: { title: 'Changed by somebody else', text: 'A long answer' },
    isRestored: true,
  })
})

test('saving deletes the draft and becomes the new base', async () => {
  const { result } = await open({ title: '', text: '' })
  act(() => result.current.change({ title: 'Week 48' }))
  await act(() => result.current.saved({ title: 'Week 48', text: '' }))
  expect(await stored()).toBeUndefined()
  act(() => result.current.change({ text: 'Calm.' }))
  await waitFor(async () => expect(await stored()).toBe('{"text":"Calm."}'))
})

test('typing the saved value again, or resetting, deletes the draft', async () => {
  const { result } = await open({ title: 'Old', text: '' })
  act(() => result.current.change({ title: 'New' }))
  await waitFor(async () => expect(await stored()).toBe('{"title":"New"}'))
  act(() => result.current.change({ title: 'Old' }))
  await waitFor(async () => expect(await stored()).toBeUndefined())
  act(() => result.current.change({ title: 'New' }))
  act(() => result.current.reset())
  expect(result.current.fields).toEqual({ title: 'Old', text: '' })
  await waitFor(async () => expect(await stored()).toBeUndefined())
})

test('text typed before the draft is read replaces the draft', async () => {
  await replica.drafts.put({ id: 'form', text: '{"text":"before"}' })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>{children}</LiveContext>
  )
  const { result } = renderHook(() => useDraft('form', { title: '', text: '' }), { wrapper })
  act(() => result.current.change({ title: 'Now' }))
  await waitFor(() => expect(result.current.isRead).toBe(true))
  expect(result.current.fields).toEqual({ title: 'Now', text: '' })
})
