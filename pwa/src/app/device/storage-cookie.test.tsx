// A browser that has removed the stored data, and the note for the user.
import { Dexie } from 'dexie'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { detectLostData, lostData, reportLostData, recordStored, recordRemoved } from './storage-cookie'
import { LostNote } from './lost-data-note'
import { unsentWork } from '../session/unsent-work'

beforeEach(async () => {
  reportLostData(null)
  localStorage.clear()
  recordRemoved()
  for (const { name } of await indexedDB.databases()) if (name !== undefined) await Dexie.delete(name)
})

describe('detectLostData', () => {
  it('ST4 reports lost data once if the database is gone', async () => {
    recordStored(3)
    await detectLostData()
    expect(lostData.get()).toEqual({ unsent: 3 })
    reportLostData(null)
    await detectLostData()
    expect(lostData.get()).toBeNull()
  })

  it('ST4 reports nothing if the database exists, never existed or cannot be checked', async () => {
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

  it('ST4 reports nothing after sign-out, unless locked unsent work was left', async () => {
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
  it('ST4 shows what is lost until the user dismisses it', async () => {
    render(<LostNote className="" />)
    expect(screen.queryByRole('status')).toBeNull()
    recordStored(1)
    await detectLostData()
    expect(await screen.findByRole('status')).toHaveTextContent('1 message that had not been sent is lost.')
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})
