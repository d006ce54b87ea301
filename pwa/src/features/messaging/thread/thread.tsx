// One conversation: header, search, messages and composer.
import { Paperclip } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'

import type { Role } from '../../../db/rows/messages'
import { useSyncStatus } from '../../../live/live'
import { useIsPresent } from '../../../live/ephemeral/use-ephemeral'
import { Alert } from '../../../ui/feedback/alert'
import { useDrop } from '../../../ui/hooks/use-drop'
import { Composer } from '../composer/composer'
import type { ListHandle } from './list/message-list'
import { SearchBar } from '../search/bar'
import { SearchResults } from '../search/results'
import { AnswerLine } from './answer-line'
import { ThreadBody } from './body'
import { ThreadHeader } from './header'
import { TypingLine } from './typing/line'
import { UnknownClient } from '../client-list/unknown-client'
import { useDraftFiles } from '../composer/use-draft-files'
import { useThread } from './use-thread'
import { type JumpState, useThreadSearch } from '../search/use-search'

type ThreadProps = {
  clientId: string
  viewerRole: Role
  /** URL of the client's page, for admins. */
  clientHref?: string | undefined
  /** URL of another client's conversation, for admins. */
  hrefOf?: (clientId: string) => string
  field: RefObject<HTMLTextAreaElement | null>
  onBack: () => void
  /** Called on Esc in the field. */
  onLeave: () => void
}

/** The caller sets the conversation as `key`, so each conversation mounts a new thread. */
export function Thread({ clientId, viewerRole, clientHref, hrefOf, field, onBack, onLeave }: ThreadProps) {
  const view = useThread(clientId)
  const { client } = view.state
  const { link } = useSyncStatus()
  const isOnline = useIsPresent(clientId)
  const list = useRef<ListHandle>(null)
  const files = useDraftFiles(clientId)
  const { isOver, handlers } = useDrop(files.add)
  const [sent, setSent] = useState(0)
  const search = useThreadSearch(clientId)
  const [jumpState, setJumpState] = useState<JumpState>('loaded')
  const searchButton = useRef<HTMLButtonElement>(null)
  const results = useRef<HTMLUListElement>(null)
  const frame = useRef<HTMLElement>(null)
  const isSignedOut =
    link.is === 'signed-out' || view.state.waiting.some((entry) => entry.state === 'waiting-for-sign-in')
  const isPending = viewerRole === 'admin' && client?.user_id === null
  if (view.availability === 'unknown') return <UnknownClient onBack={onBack} />
  const focusSearch = () => frame.current?.querySelector<HTMLElement>('[role=searchbox]')?.focus()
  const endSearch = () => {
    search.close()
    searchButton.current?.focus()
  }
  return (
    <section
      {...handlers}
      ref={frame}
      aria-label="Conversation"
      className="relative flex min-h-0 min-w-0 flex-1 flex-col bg-canvas"
    >
      {isOver && <DropHere />}
      <ThreadHeader
        viewerRole={viewerRole}
        client={client}
        clientHref={clientHref}
        isOnline={isOnline}
        onBack={onBack}
        searchButton={searchButton}
        isSearching={search.isOpen}
        onSearch={() => (search.isOpen ? endSearch() : search.open())}
      />
      {search.isOpen && (
        <SearchBar
          search={search}
          jumpState={jumpState}
          onClose={endSearch}
          onDown={() => results.current?.querySelector('button')?.focus()}
        />
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <ThreadBody
          view={view}
          clientId={clientId}
          viewerRole={viewerRole}
          list={list}
          sent={sent}
          target={search.picked}
          onJumpState={setJumpState}
        />
        {search.isOpen && search.picked === null && (
          <SearchResults search={search} list={results} onLeave={focusSearch} />
        )}
      </div>
      {isSignedOut && <Alert className="mx-3 mb-2">Not authenticated. Please sign in.</Alert>}
      {isPending && (
        <p className="shrink-0 px-4 pb-2 text-center text-sm text-balance text-ink-3">
          {client.company_name} has not signed up yet. What you write is delivered when they do.
        </p>
      )}
      <TypingLine clientId={clientId} viewerRole={viewerRole} />
      {hrefOf !== undefined && <AnswerLine clientId={clientId} hasAnswered={sent > 0} hrefOf={hrefOf} />}
      <Composer
        clientId={clientId}
        viewerRole={viewerRole}
        placeholder={viewerRole === 'admin' ? `Message ${client?.company_name ?? ''}` : 'Write a message'}
        field={field}
        files={files}
        onSent={() => {
          setSent((before) => before + 1)
          search.close()
          list.current?.toEnd()
        }}
        onLeave={onLeave}
      />
    </section>
  )
}

function DropHere() {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 flex flex-col items-center justify-center gap-2 border border-primary-line bg-primary-soft text-primary-ink">
      <Paperclip size={28} aria-hidden="true" />
      <p className="text-base font-medium">Drop files to attach them</p>
      <p className="text-sm">PDF, Word, Excel, pictures, text or ZIP, up to 100 MB</p>
    </div>
  )
}
