// A WebSocket that sends frames and receives text. Its owner ignores its events after closing it (CL6).
import type { DeviceFrame } from '../protocol/protocol'

export interface SocketEvents {
  opened: () => void
  text: (text: string) => void
  closed: (code: number) => void
}

export interface FrameSocket {
  send: (frame: DeviceFrame) => void
  close: () => void
}

export type OpenSocket = (events: SocketEvents) => FrameSocket

/** Opens a socket to our own server. A failure to open calls `closed`. */
export const openSocket: OpenSocket = (events) => {
  const address = new URL('/realtime/v1', location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.onopen = () => events.opened()
  socket.onmessage = ({ data }: MessageEvent<unknown>) => events.text(typeof data === 'string' ? data : '')
  socket.onclose = ({ code }) => events.closed(code)
  return {
    send(frame) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    close: () => socket.close(),
  }
}
