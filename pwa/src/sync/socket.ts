// One WebSocket: text in, frames out. Once closed from here nothing of it is heard any more (CL6).
import type { DeviceFrame } from './protocol'

export interface SocketEvents {
  opened(): void
  text(text: string): void
  closed(code: number): void
}

export interface Wire {
  send(frame: DeviceFrame): void
  close(): void
}

export type OpenSocket = (on: SocketEvents) => Wire

/** Open a socket to our own server. Failing to open is told as `closed`. */
export const openSocket: OpenSocket = (on) => {
  const address = new URL('/realtime/v1', location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  let current = true
  socket.onopen = () => {
    if (current) on.opened()
  }
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (current) on.text(typeof data === 'string' ? data : '')
  }
  socket.onclose = ({ code }) => {
    if (current) on.closed(code)
    current = false
  }
  return {
    send(frame) {
      if (current && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
    },
    close() {
      current = false
      socket.close()
    },
  }
}
