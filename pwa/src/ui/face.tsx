// The picture of a member of the provider's team. Shows initials until it is loaded.
import { useSyncExternalStore } from 'react'

import { makeStore } from '../lib/store'
import { Avatar, type AvatarProps } from './avatar'

/** The pictures of the team by name, as blob URLs of this page. */
const faces = makeStore<Record<string, string>>({})

export function setFaces(pictures: Record<string, string>): void {
  faces.set(pictures)
}

/** Replaces the picture for one name. Null shows the initials again. */
export function setFace(name: string, picture: string | null): void {
  const { [name]: _, ...others } = faces.get()
  faces.set(picture === null ? others : { ...others, [name]: picture })
}

/** The picture of the team member with this name; "" if there is none. */
export function useFace(name: string): string {
  return useSyncExternalStore(faces.subscribe, faces.get)[name] ?? ''
}

type FaceProps = Omit<AvatarProps, 'picture'> & {
  /** False for a user of a client, who could have the same name as a member of the team. */
  isTeam?: boolean
}

/** Decorative, like `Avatar`. */
export function Face({ isTeam = true, ...props }: FaceProps) {
  const picture = useFace(props.name)
  return <Avatar {...props} picture={isTeam ? picture : ''} />
}
