// Tests of a form's state: after an exception, and with another form on the page.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { failures } from '../../lib/failures'
import { Button } from '../button'
import { Alert } from '../feedback/alert'
import { TextField } from './text-field'
import { type FormError, useSubmit } from './use-submit'

function Form({ name, work }: { name: string; work: () => Promise<FormError | null> }) {
  const form = useSubmit(work)
  return (
    <form onSubmit={form.submit}>
      {form.message !== null && <Alert>{form.message}</Alert>}
      <TextField label={`Email of ${name}`} name="email" {...form.markOf('email')} />
      <Button type="submit" busy={form.busy}>
        Save {name}
      </Button>
    </form>
  )
}

test('a form shows and notes an exception, and can be submitted again', async () => {
  const work = vi
    .fn<() => Promise<FormError | null>>()
    .mockRejectedValueOnce(new TypeError('broken'))
    .mockResolvedValue(null)
  render(<Form name="one" work={work} />)
  await userEvent.click(screen.getByRole('button', { name: 'Save one' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred')
  expect(failures.get().map(({ what, name }) => [what, name])).toEqual([['error', 'TypeError']])
  await userEvent.click(screen.getByRole('button', { name: 'Save one' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(work).toHaveBeenCalledTimes(2)
})

test.each(['one', 'two'])('form %s of a page puts the focus into its own field', async (name) => {
  const work = () => Promise.resolve({ message: 'Email is required', field: 'email' })
  render(
    <>
      <Form name="one" work={work} />
      <Form name="two" work={work} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: `Save ${name}` }))
  await waitFor(() => expect(screen.getByLabelText(`Email of ${name}`)).toHaveFocus())
})
