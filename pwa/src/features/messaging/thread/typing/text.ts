// Text of the typing indicator: colleagues are "answering", the other side is "writing".
import type { Role } from '../../../../db/rows/messages'
import type { Typist } from '../../../../live/ephemeral/typists'

/** Returns null if no other user is typing. */
export function typingText(typists: readonly Typist[], viewerRole: Role): string | null {
  const sentences = [
    sentence(
      typists.filter((one) => one.role !== viewerRole),
      'writing',
    ),
    sentence(
      typists.filter((one) => one.role === viewerRole),
      'answering',
    ),
  ].filter((text) => text !== null)
  return sentences.length === 0 ? null : `${sentences.join(', ')}…`
}

function sentence(typists: readonly Typist[], doing: string): string | null {
  const [first, second, ...more] = typists.map(({ name }) => name)
  if (first === undefined) return null
  if (second === undefined) return `${first} is ${doing}`
  return more.length === 0
    ? `${first} and ${second} are ${doing}`
    : `${first} and ${more.length + 1} others are ${doing}`
}
