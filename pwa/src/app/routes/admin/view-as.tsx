// The routes /dashboard/view-as/<client>/..: a client's screens, read-only for an admin.
import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useNavigate, useParams, useSearchParams } from 'react-router'

import { ChatbotScreen } from '../../../features/chatbots'
import { MessagingScreen } from '../../../features/messaging'
import { ReportsScreen } from '../../../features/reports'
import { LiveContext } from '../../../live/live'
import { useRows } from '../../../live/view'
import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { morePaths } from '../../more-paths'
import { paths } from '../../paths'
import { reportPath } from '../../report-path'
import { Title } from '../../shell/menu/unread'
import { ReadOnly } from '../../view-as/read-only'
import { useHasNewerData } from '../../view-as/use-newer-data'
import { useView } from '../../view-as/use-view'
import { ViewBar } from '../../view-as/view-bar'
import { viewedPath } from '../../view-as/viewed-path'
import { type View, viewLinks } from '../../views'

const ClientHome = lazy(async () => ({ default: (await import('../home/client-home')).ClientHome }))

export default function ViewAsRoute() {
  const { client = '' } = useParams()
  return <ViewedClient key={client} clientId={client} />
}

function ViewedClient({ clientId }: { clientId: string }) {
  const { view, refresh } = useView(clientId)
  const row = useRows(
    'w',
    async (replica) => ({ client: await replica.clients.get(clientId) }),
    [clientId],
    ({ client }) => client !== undefined,
  )
  const company = (row.is === 'ready' ? row.client?.company_name : undefined) ?? 'this client'
  const isOld = useHasNewerData(view.is === 'ready' ? view.live : null, clientId)
  return (
    <>
      <ViewBar
        clientId={clientId}
        company={company}
        at={view.is === 'ready' ? view.at : null}
        isOld={isOld}
        onRefresh={refresh}
      />
      <Title screen={`Viewing ${company}`} />
      {view.is === 'loading' && (
        <div role="status" className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4 lg:p-6">
          <span className="sr-only">Loading what they see</span>
          {[0, 1, 2, 3].map((card) => (
            <Skeleton key={card} className="h-32 rounded-lg" />
          ))}
        </div>
      )}
      {view.is === 'failed' && (
        <Alert
          className="m-4 lg:m-6"
          action={
            <Button size="sm" onClick={refresh}>
              Retry
            </Button>
          }
        >
          {view.message}
        </Alert>
      )}
      {view.is === 'ready' && (
        <ReadOnly pathInView={(href) => viewedPath(clientId, href)}>
          <LiveContext key={view.at} value={view.live}>
            <Suspense fallback={null}>
              <Screens clientId={clientId} />
            </Suspense>
          </LiveContext>
        </ReadOnly>
      )}
    </>
  )
}

const relativePath = (path: string) => path.slice(paths.dashboard.length + 1)

function Screens({ clientId }: { clientId: string }) {
  const home = viewedPath(clientId, paths.dashboard) ?? paths.dashboard
  const tabsOf = (view: View) =>
    viewLinks(view).map((link) => ({ ...link, to: viewedPath(clientId, link.to) ?? link.to }))
  return (
    <Routes>
      <Route index element={<ClientHome tabsOf={tabsOf} />} />
      <Route
        path={relativePath(paths.messaging)}
        element={<MessagingScreen selected={null} hrefOf={() => paths.messaging} onBack={() => undefined} />}
      />
      <Route path={relativePath(paths.reports)} element={<Reports clientId={clientId} />} />
      <Route
        path={relativePath(morePaths.chatbot)}
        element={<ChatbotScreen homePath={home} onTeamQuestion={null} />}
      />
      <Route path="*" element={<Navigate to={home} replace />} />
    </Routes>
  )
}

function Reports({ clientId }: { clientId: string }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const go = (href: string) => void navigate(viewedPath(clientId, href) ?? href, { replace: true })
  return (
    <ReportsScreen
      client={null}
      report={params.get('report')}
      hrefOf={(_client, report) => reportPath(null, report)}
      onGo={go}
    />
  )
}
