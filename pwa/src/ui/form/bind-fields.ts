// Binds the fields of a form to one record of their values.
import type { Dispatch, SetStateAction } from 'react'

type FieldErrors = {
  /** The properties that show a field's error. */
  markOf: (field: string) => { error?: string | undefined; 'aria-describedby'?: string }
  /** Clears a field's error. */
  forget: (field: string) => void
}

/**
 * Returns a function that returns a field's properties by its name. An edit changes the field's value and
 * clears its error.
 */
export function bindFields<Name extends string>(
  values: Record<Name, string>,
  setValues: Dispatch<SetStateAction<Record<Name, string>>>,
  { markOf, forget }: FieldErrors,
) {
  return (name: Name) => ({
    name,
    value: values[name],
    ...markOf(name),
    onChange: (event: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: event.target.value }))
      forget(name)
    },
  })
}
