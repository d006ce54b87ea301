// The route /dashboard/reports. `?client=` selects a client for admins, `?report=` a report.
import { lazy, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { ReportsScreen } from '../../features/reports'
import { morePaths } from '../more-paths'
import { reportPath } from '../report-path'
import { BACK } from '../../ui/list/use-scroll-restoration'
import { Title } from '../shell/menu/unread'
import { useDraftLine } from './use-draft-line'

const InstallHint = lazy(() => import('../install/install-hint'))

export default function ReportsRoute() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const addLine = useDraftLine()
  return (
    <>
      <Title screen="Reports" />
      <ReportsScreen
        client={params.get('client')}
        report={params.get('report')}
        weeklyMailHref={morePaths.weeklyMail}
        hint={
          <Suspense fallback={null}>
            <InstallHint />
          </Suspense>
        }
        hrefOf={reportPath}
        onQuestion={addLine && ((title) => addLine(`About the report “${title}”:`))}
        onGo={(href) => void navigate(href, { replace: true, state: BACK })}
      />
    </>
  )
}
