// Buttons that attach files to a message and, on touch devices, take a picture.
// `describedBy` is the id of the text that names the accepted files.
import { Camera, Paperclip } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'

import { IconButton } from '../../../ui/button'
import { useMedia } from '../../../ui/hooks/use-media'
import { ACCEPT } from '../files/rules'

type AttachButtonsProps = { onFiles: (files: Iterable<File>) => void; describedBy: string }

export function AttachButtons({ onFiles, describedBy }: AttachButtonsProps) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hasCamera = useMedia('(pointer: coarse)')
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Clear the value, because the browser fires no change event for the same file.
    target.value = ''
  }
  return (
    <div className="flex shrink-0">
      <input
        ref={files}
        type="file"
        multiple
        accept={ACCEPT}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={picked}
        data-picks="files"
      />
      <IconButton label="Attach files" aria-describedby={describedBy} onClick={() => files.current?.click()}>
        <Paperclip size={19} aria-hidden="true" />
      </IconButton>
      {hasCamera && (
        <>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="environment"
            tabIndex={-1}
            aria-hidden="true"
            className="hidden"
            onChange={picked}
            data-picks="camera"
          />
          <IconButton label="Take a picture" onClick={() => camera.current?.click()}>
            <Camera size={19} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  )
}
