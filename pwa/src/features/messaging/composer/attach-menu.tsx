// The button that attaches files to a message. On touch devices, a menu that also opens pictures and camera.
import { Camera, Image, Paperclip, Plus } from 'lucide-react'
import { type ChangeEvent, type RefObject, useRef } from 'react'

import { IconButton } from '../../../ui/button'
import { useMedia } from '../../../ui/hooks/use-media'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { ACCEPT, ACCEPTED_PICTURES } from '../file-rules'

/** The touch target is wider than the icon, so this moves it outwards to leave more space for the field. */
const NEAR_THE_EDGE = { marginLeft: '-0.625rem' }

/** `describedBy` is the id of the text with the accepted files. */
type AttachMenuProps = { onFiles: (files: Iterable<File>) => void; describedBy: string }

export function AttachMenu({ onFiles, describedBy }: AttachMenuProps) {
  const files = useRef<HTMLInputElement>(null)
  const pictures = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isTouch = useMedia('(pointer: coarse)')
  return (
    <div style={isTouch ? NEAR_THE_EDGE : undefined} className="flex shrink-0">
      <Picker input={files} picks="files" multiple accept={ACCEPT} onFiles={onFiles} />
      {!isTouch && (
        <IconButton
          label="Attach files"
          aria-describedby={describedBy}
          onClick={() => files.current?.click()}
        >
          <Paperclip size={19} aria-hidden="true" />
        </IconButton>
      )}
      {isTouch && (
        <>
          <Picker input={pictures} picks="pictures" multiple accept={ACCEPTED_PICTURES} onFiles={onFiles} />
          <Picker input={camera} picks="camera" accept="image/*" capture="environment" onFiles={onFiles} />
          <MenuButton
            label="Attach"
            items={[
              { label: 'Photos', icon: <Image size={19} />, onSelect: () => pictures.current?.click() },
              {
                label: 'Take a picture',
                icon: <Camera size={19} />,
                onSelect: () => camera.current?.click(),
              },
              {
                label: 'Attach files',
                icon: <Paperclip size={19} />,
                onSelect: () => files.current?.click(),
              },
            ]}
            button={(props) => (
              <IconButton {...props} label="Attach" aria-describedby={describedBy}>
                <Plus size={22} aria-hidden="true" />
              </IconButton>
            )}
          />
        </>
      )}
    </div>
  )
}

type PickerProps = {
  input: RefObject<HTMLInputElement | null>
  picks: 'files' | 'pictures' | 'camera'
  accept: string
  multiple?: boolean
  capture?: 'environment'
  onFiles: (files: Iterable<File>) => void
}

function Picker({ input, picks, onFiles, ...rest }: PickerProps) {
  const picked = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Clear the value, because the browser fires no change event for the same file.
    target.value = ''
  }
  return (
    <input
      {...rest}
      ref={input}
      type="file"
      tabIndex={-1}
      aria-hidden="true"
      className="hidden"
      onChange={picked}
      data-picks={picks}
    />
  )
}
