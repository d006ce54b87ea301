// A message as the conversation displays it, and who views the conversation.
import type { MessageCard, MessageRow, Role } from '../../../db/rows/messages'
import type { WaitingMessage } from './state'

export type Delivery =
  | 'sent'
  | 'delivered'
  | 'read'
  | 'unconfirmed'
  | 'taking-back'
  | 'limited'
  | 'server-failing'
  | WaitingMessage['state']

export interface Row {
  /** The message's id, before and after it is sent. */
  key: string
  /** The stored message, or null while it waits to be sent. */
  message: MessageRow | null
  content: string
  /** The figure that the message asks about. */
  card: MessageCard | null
  file: RowFile | null
  /** Whether the sender has taken the message back. */
  isRemoved: boolean
  at: string
  time: RowTime
  /** Sent by the viewer's side, and shown on the right. */
  isOurs: boolean
  senderName: string
  mayShowName: boolean
  /** Whether the sender's name is above the message: at the start of a group by another user. */
  showsName: boolean
  startsGroup: boolean
  endsGroup: boolean
  /** The first message of its day. */
  startsDay: boolean
  /** The first message that was unread when the user opened the conversation. */
  isFirstUnread: boolean
  /** Null for messages of the other side. */
  delivery: Delivery | null
  /** The entry of a message that still waits, or of one that is being taken back. */
  waiting: WaitingMessage | null
  /** Who has read up to this message, and when. */
  readBy: ReadMark | null
}

export interface StoredFile {
  url: string
  name: string
  type: string
  size: number
  width: number | null
  height: number | null
}

/** A file on the server, or one that is still on this device under `key`. */
export type RowFile =
  ({ is: 'stored' } & StoredFile) | { is: 'waiting'; key: string; name: string; type: string; size: number }

export interface RowTime {
  ms: number
  day: number
}

export interface ReadMark {
  name: string
  at: string
}

export interface Viewer {
  role: Role
  userId: string
  name: string | null
  /** The name in the other side's read marker if the thread has none. */
  otherName: string
}
