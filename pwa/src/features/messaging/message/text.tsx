// The text of a message, with its line breaks, and with web addresses as links.
import { memo } from 'react'

import { partsOf } from './links'

export const MessageText = memo(function MessageText({ text }: { text: string }) {
  return (
    <span className="break-words [overflow-wrap:anywhere] whitespace-pre-wrap">
      {partsOf(text).map((part, index) =>
        part.href === null ? (
          part.text
        ) : (
          <a
            key={index}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-primary-ink underline decoration-primary-line underline-offset-2 hover:decoration-current"
          >
            {part.text}
          </a>
        ),
      )}
    </span>
  )
})
