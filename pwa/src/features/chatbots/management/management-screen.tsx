// /dashboard/chatbot-management: bots, training data and assignments, updated live.
import '../chatbots.css'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

import { countedText } from '../../../lib/text/numbers'
import { useSyncStatus } from '../../../live/live'
import { Badge } from '../../../ui/badge'
import { Button } from '../../../ui/button'
import { cx } from '../../../ui/cx'
import { LoadError } from '../../../ui/feedback/load-error'
import { hasModifier } from '../../../ui/hooks/has-modifier'
import { useTabStrip } from '../../../ui/hooks/use-tab-strip'
import { PageHead, WIDE_PAGE } from '../../../ui/layout/page'
import { AssignmentsTab } from './assignments-tab'
import { BotDialog } from './bot-dialog'
import { BotsTab } from './bots-tab'
import { ERROR_TEXTS } from '../error-texts'
import { type Managed, useManaged } from '../queries'
import { ManagementSkeleton } from '../skeletons'
import { TrainingTab } from './training-tab'

const TABS = [
  { slug: 'chatbots', label: 'Chatbots' },
  { slug: 'training', label: 'Training Data' },
  { slug: 'assignments', label: 'User Assignments' },
] as const
type Slug = (typeof TABS)[number]['slug']

export function ManagementScreen() {
  const view = useManaged()
  const { link } = useSyncStatus()
  const [params, setParams] = useSearchParams()
  const [creating, setCreating] = useState(0)
  const tab = TABS.find(({ slug }) => slug === params.get('tab'))?.slug ?? 'chatbots'
  const open = (slug: Slug, bot?: string) => setParams(bot === undefined ? { tab: slug } : { tab: slug, bot })
  const isOffline = link.is === 'offline'
  return (
    <div className={WIDE_PAGE}>
      <PageHead
        title="Chatbot Management"
        aside={
          <Button
            // The tab of the training data has its own primary action.
            tone={tab === 'training' ? 'bordered' : 'primary'}
            icon={<Plus size={17} aria-hidden="true" className="max-sm:hidden" />}
            disabled={isOffline}
            onClick={() => setCreating((before) => before + 1)}
          >
            {/* On phones the short name fits beside the title. */}
            <span>
              Create <span className="max-sm:sr-only">Chatbot</span>
            </span>
          </Button>
        }
      />
      <Tabs tab={tab} onOpen={open} view={view.is === 'ready' ? view : null} />
      {isOffline && (
        <p className="mb-4 text-sm text-ink-3">
          Changes need a connection. What you see is as of your last visit.
        </p>
      )}
      {view.is === 'failed' && <LoadError onRetry={view.retry}>{ERROR_TEXTS.load}</LoadError>}
      {view.is === 'loading' && <ManagementSkeleton tab={tab} />}
      {view.is === 'ready' && (
        <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'chatbots' && (
            <BotsTab managed={view} isOffline={isOffline} onTrain={(bot) => open('training', bot)} />
          )}
          {tab === 'training' && (
            <TrainingTab
              managed={view}
              isOffline={isOffline}
              chosen={params.get('bot')}
              onChoose={(bot) => open('training', bot)}
            />
          )}
          {tab === 'assignments' && <AssignmentsTab managed={view} isOffline={isOffline} />}
        </div>
      )}
      {creating > 0 && <BotDialog key={creating} />}
    </div>
  )
}

type TabsProps = { tab: Slug; onOpen: (slug: Slug) => void; view: Managed | null }

function Tabs({ tab, onOpen, view }: TabsProps) {
  const strip = useTabStrip<HTMLDivElement>(tab)
  const open = view?.questions.filter((one) => one.stand === 'open').length ?? 0
  const move = (by: number) => {
    const at = TABS.findIndex(({ slug }) => slug === tab)
    const next = TABS[(at + by + TABS.length) % TABS.length]
    if (next === undefined) return
    onOpen(next.slug)
    document.getElementById(`tab-${next.slug}`)?.focus()
  }
  return (
    <div
      {...strip}
      role="tablist"
      aria-label="Chatbot Management"
      onKeyDown={(event) => {
        if (hasModifier(event)) return
        if (event.key === 'ArrowRight') move(1)
        if (event.key === 'ArrowLeft') move(-1)
      }}
      className="mt-4 mb-5 flex overflow-x-auto border-b border-line sm:gap-1"
    >
      {TABS.map(({ slug, label }) => (
        <button
          key={slug}
          id={`tab-${slug}`}
          type="button"
          role="tab"
          aria-selected={slug === tab}
          tabIndex={slug === tab ? 0 : -1}
          onClick={() => onOpen(slug)}
          className={cx(
            '-mb-px flex h-control items-center gap-2 border-b-2 px-2 text-sm sm:px-3 sm:text-base font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            slug === tab
              ? 'border-primary-ink text-primary-ink'
              : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {label}
          {slug === 'chatbots' && view !== null && (
            <>
              {' '}
              <Badge className="tabular">{view.bots.length}</Badge>
            </>
          )}
          {slug === 'training' && open > 0 && (
            <Badge tone="warn" className="tabular">
              <span aria-hidden="true">{open}</span>
              <span className="sr-only"> {countedText(open, 'open question')}</span>
            </Badge>
          )}
        </button>
      ))}
    </div>
  )
}
