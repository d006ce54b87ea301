// A browser that has removed the stored data, and the note for the user.
import { Dexie } from 'dexie'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { detectLostData, lostData, dismissLostData, recordStored, recordRemoved } from './storage-cookie'
import { LostNote } from './lost-data-note'
import { unsentWork } from './unsent-work'

beforeEach(async () => {
  dismissLostData()
  localStorage.clear()
  recordRemoved()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await Dexie.delete(name)
})

describe('what was stored', () => {
  it('ST4 is missed when the database is not there any more, once', async () => {
    recordStored(3)
    await detectLostData()
    expect(lostData.get()).toEqual({ unsent: 3 })
    dismissLostData()
    await detectLostData()
    expect(lostData.get()).toBeNull()
  })

  it('ST4 is not missed where it is, where nothing ever was, and where the browser cannot tell', async () => {
    await detectLostData()
    expect(lostData.get()).toBeNull()
    recordStored(1)
    const database = new Dexie('portal-u1')
    database.version(1).stores({ a: 'id' })
    await database.open()
    database.close()
    await detectLostData()
    expect(lostData.get()).toBeNull()
    vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(new Error('no'))
    await detectLostData()
    expect(lostData.get()).toBeNull()
  })

  it('ST4 is not missed after sign-out, unless somebody’s unsent work was left locked', async () => {
    recordStored(1)
    recordRemoved()
    await detectLostData()
    expect(lostData.get()).toBeNull()
    unsentWork.note('maya', 2)
    recordRemoved()
    await detectLostData()
    expect(lostData.get()).toEqual({ unsent: 2 })
  })
})

describe('LostNote', () => {
  it('ST4 says what is lost until the person has seen it', async () => {
    render(<LostNote className="" />)
    expect(screen.queryByRole('status')).toBeNull()
    recordStored(1)
    await detectLostData()
    expect(await screen.findByRole('status')).toHaveTextContent('1 message that had not been sent is lost.')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
