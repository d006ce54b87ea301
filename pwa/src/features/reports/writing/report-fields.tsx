// The fields of a report: title, text, video and publication time.
import { Copy } from 'lucide-react'

import type { ClientRow } from '../../../db/rows/clients'
import type { ReportRow } from '../../../db/rows/reports'
import { REPORT_TEXT_MAX, REPORT_TITLE_MAX } from '../../../lib/limits.gen'
import { Button } from '../../../ui/button'
import { CheckField } from '../../../ui/form/check-field'
import { Segments } from '../../../ui/form/segments'
import { TextArea } from '../../../ui/form/text-area'
import { TextField } from '../../../ui/form/text-field'
import { useReports } from '../queries'
import { useDeliveryText } from '../use-zone'
import type { VideoUpload } from '../videos/use-video-upload'
import { recipientText } from './recipient-text'
import { type Fields, videoOf } from './use-report-form'
import { VideoChoice } from './video-choice'

type Change = { fields: Fields; change: (some: Partial<Fields>) => void }

type ReportFieldsProps = Change & {
  client: ClientRow
  /** The report being edited; null for a new one. */
  report: ReportRow | null
  /** A title for the current week. */
  suggestion: string
  upload: VideoUpload
  onFile: (file: File) => void
}

export function ReportFields(props: ReportFieldsProps) {
  const { client, report, fields, change, suggestion, upload, onFile } = props
  return (
    <>
      {report === null && <CopyLast clientId={client.id} onCopy={change} />}
      <TitleField fields={fields} change={change} suggestion={suggestion} />
      <TextArea
        label="Text"
        name="text"
        rows={8}
        maxLength={REPORT_TEXT_MAX}
        value={fields.text}
        onChange={(event) => change({ text: event.target.value })}
        placeholder="What happened this week, why, and what you do next."
        hint={
          videoOf(fields) === null
            ? undefined
            : 'Say here what the video says, too: for people who can’t hear it or are offline.'
        }
      />
      <VideoChoice fields={fields} change={change} upload={upload} onFile={onFile} />
      {report?.status !== 'published' && (
        <PublicationFields fields={fields} change={change} client={client} />
      )}
    </>
  )
}

function TitleField({ fields, change, suggestion }: Change & { suggestion: string }) {
  return (
    <TextField
      label="Title"
      name="title"
      // The stored draft loads after the dialog has opened, which then had only its buttons to focus.
      autoFocus
      required
      maxLength={REPORT_TITLE_MAX}
      value={fields.title}
      onChange={(event) => change({ title: event.target.value })}
      placeholder={suggestion}
      trailing={
        fields.title === '' && (
          <Button
            size="sm"
            tone="borderless"
            aria-label={`Use this title: ${suggestion}`}
            onClick={() => change({ title: suggestion })}
          >
            Use this
          </Button>
        )
      }
    />
  )
}

function PublicationFields({ fields, change, client }: Change & { client: ClientRow }) {
  const delivery = useDeliveryText()
  return (
    <>
      <Segments
        label="When does the client get it?"
        value={fields.when}
        options={[
          { value: 'draft', label: 'Keep as draft' },
          { value: 'now', label: 'Publish now' },
          { value: 'monday', label: delivery },
        ]}
        onChange={(when) => change({ when })}
      />
      {fields.when !== 'draft' && videoOf(fields) !== null && (
        <CheckField
          label="Also show on the home screen"
          checked={fields.on_home}
          onChange={(on_home) => change({ on_home })}
        />
      )}
      {fields.when !== 'draft' && <p className="text-sm text-ink-2">{recipientText(client)}</p>}
    </>
  )
}

function CopyLast({ clientId, onCopy }: { clientId: string; onCopy: (fields: Partial<Fields>) => void }) {
  const view = useReports(clientId)
  const last = view.is === 'ready' ? view.reports[0] : undefined
  if (last === undefined) return null
  return (
    <Button
      size="sm"
      icon={<Copy size={14} aria-hidden="true" />}
      onClick={() => onCopy({ title: last.title, text: last.content.text })}
      className="self-start"
    >
      Copy the last report
    </Button>
  )
}
