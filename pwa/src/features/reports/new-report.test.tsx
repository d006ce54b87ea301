// Test of New Report without a chosen client: it asks for the client, and opens the form of the report there.
import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'

import { WRITE_REPORT } from '../../lib/navigation'
import { openReports } from '../../testing/screens/reports'
import { clientRow } from '../../testing/rows/rows'
import { LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { NewReport } from './new-report'

function Location() {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown }
  return <output data-testid="location">{`${pathname}${search} ${JSON.stringify(state)}`}</output>
}

test('asks for the client, and opens the form of a new report', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  await replica.clients.bulkPut(
    ['Ash', 'Birch'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
  const user = openReports(
    replica,
    <>
      <NewReport hrefOf={(id) => `/r?client=${id}`} />
      <Location />
    </>,
    LIVE_ADMIN,
  )
  await user.click(screen.getByRole('button', { name: 'New Report' }))
  await user.type(screen.getByRole('searchbox', { name: 'Find a client' }), 'bir')
  await user.click(await screen.findByRole('button', { name: 'Birch' }))
  expect(screen.getByTestId('location')).toHaveTextContent(`/r?client=Birch ${JSON.stringify(WRITE_REPORT)}`)
})
