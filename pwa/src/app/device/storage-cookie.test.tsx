// A browser that has removed the stored data, and the note for the user.
import { Dexie } from 'dexie'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { lookForLost, lostData, lostIsSeen, noteKept, noteTaken } from './storage-cookie'
import { LostNote } from './lost-data-note'
import { unsentWork } from './unsent-work'

beforeEach(async () => {
  lostIsSeen()
  localStorage.clear()
  noteTaken()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await Dexie.delete(name)
})

describe('what was stored', () => {
  it('ST4 is missed when the database is not there any more, once', async () => {
    noteKept(3)
    await lookForLost()
    expect(lostData.get()).toEqual({ unsent: 3 })
    lostIsSeen()
    await lookForLost()
    expect(lostData.get()).toBeNull()
  })

  it('ST4 is not missed where it is, where nothing ever was, and where the browser cannot tell', async () => {
    await lookForLost()
    expect(lostData.get()).toBeNull()
    noteKept(1)
    const kept = new Dexie('portal-u1')
    kept.version(1).stores({ a: 'id' })
    await kept.open()
    kept.close()
    await lookForLost()
    expect(lostData.get()).toBeNull()
    vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(new Error('no'))
    await lookForLost()
    expect(lostData.get()).toBeNull()
  })

  it('ST4 is not missed after sign-out, unless somebody’s unsent work was left locked', async () => {
    noteKept(1)
    noteTaken()
    await lookForLost()
    expect(lostData.get()).toBeNull()
    unsentWork.note('maya', 2)
    noteTaken()
    await lookForLost()
    expect(lostData.get()).toEqual({ unsent: 2 })
  })
})

describe('LostNote', () => {
  it('ST4 says what is lost until the person has seen it', async () => {
    render(<LostNote className="" />)
    expect(screen.queryByRole('status')).toBeNull()
    noteKept(1)
    await lookForLost()
    expect(await screen.findByRole('status')).toHaveTextContent('1 message that had not been sent is lost.')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
