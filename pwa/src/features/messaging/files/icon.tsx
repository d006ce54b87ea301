// The icon of a kind of file, in its colour.
import { FileArchive, FileImage, FileSpreadsheet, FileText, FileType } from 'lucide-react'

import { cx } from '../../../ui/cx'
import { type FileKind, kindOf } from '../file-rules'

const ICONS: Record<FileKind, { Icon: typeof FileText; tone: string }> = {
  picture: { Icon: FileImage, tone: 'text-primary-ink' },
  pdf: { Icon: FileType, tone: 'text-bad' },
  document: { Icon: FileText, tone: 'text-primary-ink' },
  sheet: { Icon: FileSpreadsheet, tone: 'text-good' },
  archive: { Icon: FileArchive, tone: 'text-warn' },
  text: { Icon: FileText, tone: 'text-ink-2' },
}

export function FileIcon({ type, className }: { type: string; className?: string }) {
  const { Icon, tone } = ICONS[kindOf(type)]
  return (
    <span
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken',
        tone,
        className,
      )}
    >
      <Icon size={20} aria-hidden="true" />
    </span>
  )
}
