// A file of 26 MB and the server that receives it in parts, for tests of large uploads.
import { afterEach, beforeEach, expect, vi } from 'vitest'

import type { Replica } from '../../db/schema'
import { freshReplica } from '../sync/replicas'
import { TusServer } from './tus-server'

export const MB = 1024 * 1024
export const SIZE = 26 * MB
/** The smallest part size in bytes. Such a part arrives within a minute at 9 kB/s. */
export const PART = MB / 2

/** The replica and the server of the running test. */
export let replica: Replica
export let server: TusServer

/** Gives every test of the file a new replica, a new server, and a `window` that only dispatches events. */
export function withLargeUploads(): void {
  beforeEach(() => {
    replica = freshReplica()
    server = new TusServer()
    vi.stubGlobal('window', new EventTarget())
  })
  afterEach(() => void vi.unstubAllGlobals())
}

/** A file whose parts all differ. */
export function plan(): File {
  const bytes = new Uint8Array(SIZE)
  for (let at = 0; at < SIZE; at += 4096) bytes.set([(at / 4096) & 255, at >> 20], at)
  return new File([bytes], 'plan.zip', { type: 'application/zip', lastModified: 7 })
}

const digest = async (bytes: BufferSource) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join()

export async function expectArrived(file: File) {
  const [upload] = [...server.uploads.values()]
  expect(await digest(upload?.bytes ?? new Uint8Array())).toBe(await digest(await file.arrayBuffer()))
}
