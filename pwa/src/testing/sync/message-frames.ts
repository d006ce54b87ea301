// Frames with changes of messages, and a replica that follows one client's stream.
import { beforeEach } from 'vitest'

import type { Replica } from '../../db/schema'
import type { Change, ChangeFrame } from '../../sync/protocol/protocol'
import { asChange } from '../../sync/replica/apply'
import { message, uuid } from '../servers/wire-rows'
import { freshReplica, readyStream } from './replicas'

export const A = uuid(101)
export const B = uuid(102)
export const CA = `c:${A}`

export const frame = (from: number, to: number, d: Change[], s = CA): ChangeFrame => ({
  t: 'ch',
  s,
  from,
  to,
  at: `at-${to}`,
  d,
})
export const update = (n: number, v = 1, client = A): Change =>
  asChange('messages', message(n, client, { v }))
export const deletion = (n: number, v: number, op: 'd' | 'x' = 'd'): Change => ({
  tbl: 'messages',
  op,
  id: uuid(n),
  v,
})

/** The replica of the running test; it has loaded the stream of A. */
export let replica: Replica
beforeEach(async () => {
  replica = freshReplica()
  await replica.streams.put(readyStream(CA))
})

export const cursor = async (s = CA): Promise<number | undefined> => (await replica.streams.get(s))?.cursor
