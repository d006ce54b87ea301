// A waiting message with a large file: asks for the file again after a reload, or offers to resume its upload.
import { useRef, useState } from 'react'

import { useLive } from '../../../live/live'
import { Button } from '../../../ui/button'
import { fileInMemory } from './draft-files'
import { resumeWithFile, type LargeState, sendLarge } from './large-files'

type PendingLargeFileProps = { fileKey: string; name: string; state: LargeState | undefined }

export function PendingLargeFile({ fileKey, name, state }: PendingLargeFileProps) {
  const { replica, sync } = useLive()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isInMemory = fileInMemory(fileKey) !== undefined
  const resume = async (file?: File) => {
    const row = await replica.files.get(fileKey)
    if (row === undefined) return
    setProblem(null)
    if (file !== undefined) setProblem(await resumeWithFile(replica, sync, row, file))
    else void sendLarge(replica, sync, row)
  }
  return (
    <>
      <span className="block text-xs text-ink-3">
        {problem ??
          (isInMemory
            ? state?.is === 'stopped'
              ? state.reason
              : 'Waits to be sent'
            : 'Choose the file again to send it')}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`The file ${name}`}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file !== undefined) void resume(file)
        }}
      />
      <Button
        size="sm"
        className="mt-1"
        onClick={() => (isInMemory ? void resume() : input.current?.click())}
      >
        {isInMemory ? 'Go on' : 'Choose file'}
      </Button>
    </>
  )
}
