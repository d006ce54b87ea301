// Dialog for the weekly video on a client's home: its URL and its date.
import { useState } from 'react'

import { calendarDayText } from '../../../lib/text/days'
import type { ClientRow } from '../../../db/rows/clients'
import { useRows } from '../../../live/view'
import { TextField } from '../../../ui/form/text-field'
import { useSubmit } from '../../../ui/form/use-submit'
import { lastPostedDay, newId, saveVideo, today } from '../actions'
import { FormDialog } from './form-dialog'

export function VideoDialog({
  client,
  onClose,
  onDone,
}: {
  client: ClientRow
  onClose: () => void
  onDone: (text: string) => void
}) {
  const [id] = useState(newId)
  const [url, setUrl] = useState('')
  const [day, setDay] = useState(today)
  const videos = useRows(
    'w',
    async (replica) => ({ all: await replica.client_videos.where('client_id').equals(client.id).toArray() }),
    [client.id],
  )
  const shown =
    videos.is === 'ready'
      ? videos.all.toSorted((a, b) => b.posted_at.localeCompare(a.posted_at))[0]
      : undefined
  const form = useSubmit(async () => {
    const error = await saveVideo(id, client.id, url, day)
    if (error !== null) return error.field === null ? { message: error.message } : error
    onDone('Weekly video saved successfully')
    return null
  })
  return (
    <FormDialog
      title="Weekly Video"
      lead={client.company_name}
      action="Save Video"
      form={form}
      fields={['video_url', 'posted_at']}
      onClose={onClose}
    >
      <TextField
        label="Video URL"
        name="video_url"
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        required
        value={url}
        error={form.errorOf('video_url')}
        hint={
          shown === undefined
            ? 'YouTube, Vimeo, Loom, Pictory, or a direct link.'
            : `On their home now: the video of ${calendarDayText(shown.posted_at)}.`
        }
        onChange={(event) => {
          setUrl(event.target.value)
          form.forget('video_url')
        }}
      />
      <TextField
        label="Posted date"
        name="posted_at"
        type="date"
        max={lastPostedDay()}
        required
        value={day}
        error={form.errorOf('posted_at')}
        onChange={(event) => {
          setDay(event.target.value)
          form.forget('posted_at')
        }}
      />
    </FormDialog>
  )
}
