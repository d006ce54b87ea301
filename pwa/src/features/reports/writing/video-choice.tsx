// The video of a report being edited: by its address, or as a file from this device.
import { Segments } from '../../../ui/form/segments'
import { TextField } from '../../../ui/form/text-field'
import { isVideoAddress } from '../rules'
import type { Fields } from './use-report-form'
import type { VideoUpload } from '../videos/use-video-upload'
import { VideoFileField } from '../videos/file-field'

const MODES = [
  { value: 'url', label: 'Video URL' },
  { value: 'file', label: 'Upload file' },
] as const

type VideoChoiceProps = {
  fields: Fields
  change: (some: Partial<Fields>) => void
  upload: VideoUpload
  onFile: (file: File) => void
}

export function VideoChoice({ fields: { mode, video_url }, change, upload, onFile }: VideoChoiceProps) {
  const isInvalid = video_url.trim() !== '' && !isVideoAddress(video_url)
  return (
    <div className="flex flex-col gap-3">
      <Segments label="Video" value={mode} options={MODES} onChange={(next) => change({ mode: next })} />
      {mode === 'url' ? (
        <TextField
          label="Video URL (optional)"
          name="video"
          type="url"
          inputMode="url"
          autoComplete="off"
          value={video_url}
          onChange={(event) => change({ video_url: event.target.value })}
          error={isInvalid ? 'Enter an address that begins with https://' : undefined}
          hint="YouTube, Vimeo, Loom, Pictory, or a direct video link."
        />
      ) : (
        <VideoFileField upload={upload} onFile={onFile} />
      )}
    </div>
  )
}
