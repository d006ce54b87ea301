// The connection's socket: gets its token, opens it, sends `hello` and closes it. Dispatches an event for
// each change of the socket, but none after the close (CL6).
import type { ConnectionParts } from './connection-types'
import { makeFrameReader } from './frame-reader'
import type { Dispatch, Generation } from './generation'
import { type DeviceFrame, type OutgoingItem, PROTOCOL } from '../protocol/protocol'
import type { FrameSocket } from './socket'
import { readHelloContent } from './store-effects'

type ServerSocketParts = Pick<
  ConnectionParts,
  'replica' | 'userId' | 'build' | 'tab' | 'openSocket' | 'token' | 'onServerReached' | 'onEphemeral'
> & {
  generation: Generation
  dispatch: Dispatch
  isVisible: () => boolean
}

export interface ServerSocket {
  /** Gets a token for `open`. With `fresh`, gets a new one, because the server has rejected the last. */
  getToken(fresh: boolean): void
  open(token: string): void
  /** Sends `hello` with the token of `open` and the stored cursors. */
  hello(): Promise<null>
  send(frame: DeviceFrame): void
  /** Does nothing without a connection or a server that supports it (EP8). */
  sendEphemeral(item: OutgoingItem): void
  close(): void
}

export function makeServerSocket(parts: ServerSocketParts): ServerSocket {
  const { replica, generation, build, tab } = parts
  const frames = makeFrameReader(parts)
  let socket: FrameSocket | null = null
  let token: string | undefined

  return {
    getToken(fresh) {
      const dispatch = generation.dispatcher()
      parts.token(fresh ? token : undefined).then(
        (access) => {
          if (access.is === 'token') token = access.token
          if (access.is === 'token') dispatch({ is: 'token', token: access.token })
          else dispatch({ is: access.is === 'signed-out' ? 'token-rejected' : 'token-unknown' })
        },
        () => dispatch({ is: 'token-unknown' }),
      )
    },
    open(newToken) {
      const dispatch = generation.dispatcher()
      const isCurrent = generation.currentCheck()
      token = newToken
      socket = parts.openSocket({
        opened: () => dispatch({ is: 'opened' }),
        text: (text) => {
          if (isCurrent()) frames.read(text)
        },
        closed: (code) => dispatch({ is: 'closed', code }),
      })
    },
    async hello() {
      const { dev, subs } = await readHelloContent(replica)
      const vis = parts.isVisible()
      frames.expectOk(subs)
      socket?.send({ t: 'hello', p: PROTOCOL, build, dev, tab, token: token ?? '', vis, subs })
      return null
    },
    send: (frame) => socket?.send(frame),
    sendEphemeral(item) {
      if (frames.hasEphemeral()) socket?.send({ t: 'eph', ...item })
    },
    close() {
      generation.end()
      frames.reset()
      socket?.close()
      socket = null
    },
  }
}
