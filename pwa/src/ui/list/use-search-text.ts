// The hook for the text of a search field. Restores the text after Back, so that the results are the same.
import { useContext, useLayoutEffect, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router'

import { useIsBack } from './use-scroll-restoration'

/** The texts of each router, by field and path. A new page has a new router, so its fields start empty. */
const textsByRouter = new WeakMap<object, Map<string, string>>()

/** `name` distinguishes the fields of one path. A field that is not shown restores nothing. */
export function useSearchText(name: string, isShown = true): [text: string, setText: (text: string) => void] {
  const { navigator } = useContext(NavigationContext)
  const id = `${name} ${useLocation().pathname}`
  const isBack = useIsBack()
  const [text, setText] = useState(() => (isBack ? textsOf(navigator).get(id) : undefined) ?? '')
  useLayoutEffect(() => void textsOf(navigator).set(id, isShown ? text : ''), [navigator, id, isShown, text])
  return [text, setText]
}

function textsOf(router: object): Map<string, string> {
  const texts = textsByRouter.get(router) ?? new Map<string, string>()
  textsByRouter.set(router, texts)
  return texts
}
