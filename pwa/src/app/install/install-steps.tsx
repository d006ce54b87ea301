// The three manual steps to install the app on an iPhone or iPad.
import { Share, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'

import { PRODUCT_NAME } from '../../lib/product'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'

const STEPS: { key: string; text: ReactNode }[] = [
  {
    key: 'share',
    text: (
      <>
        Tap <Share size={17} aria-hidden="true" className="mx-0.5 inline align-[-0.2em]" />{' '}
        <b className="font-semibold">Share</b> in the browser’s bar.
      </>
    ),
  },
  {
    key: 'add',
    text: (
      <>
        Choose <SquarePlus size={17} aria-hidden="true" className="mx-0.5 inline align-[-0.2em]" />{' '}
        <b className="font-semibold">Add to Home Screen</b>.
      </>
    ),
  },
  {
    key: 'done',
    text: (
      <>
        Tap <b className="font-semibold">Add</b>, and open {PRODUCT_NAME} from there.
      </>
    ),
  },
]

export function InstallSteps({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Install ${PRODUCT_NAME}`}
      description="On the home screen it opens in its own window and keeps your messages with you offline."
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <ol className="flex flex-col gap-3">
        {STEPS.map(({ key, text }, index) => (
          <li key={key} className="flex items-center gap-3 text-base text-ink">
            <span className="tabular flex size-7 shrink-0 items-center justify-center rounded-full bg-primary-soft text-sm font-semibold text-primary-ink">
              {index + 1}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
