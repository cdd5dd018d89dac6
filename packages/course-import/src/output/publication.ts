import {
  cmi5StructureFile,
  outlineOf,
  textIn,
  type Cmi5Structure,
  type OutlineNode,
} from '../cmi5-structure.ts';
import type { Cmi5Course } from '../course.ts';
import { storeIdOf } from '../manifest/store-id.ts';

/** Publisher of a course, and the licences that open it. */
export interface PublisherNames {
  readonly mandantIdentifier: string;
  readonly productReferences: readonly string[];
}

/** Longest title of the platform, in UTF-16 code units. */
const titleMaximumLength = 255;

interface Topic {
  readonly topic_id: string;
  readonly parent_topic_id?: string;
  readonly title: string;
}

/**
 * The manifest by which the command for publishing brings the course in: blocks and units as topics, and
 * the structure, which is launched by.
 */
export function publicationOf(
  { courseId, issueId, title }: Cmi5Course,
  structure: Cmi5Structure,
  { mandantIdentifier, productReferences }: PublisherNames,
): string {
  const named = title.slice(0, titleMaximumLength);
  const manifest = {
    mandant_identifier: mandantIdentifier,
    course: { course_id: courseId, title: named },
    issue: { issue_id: issueId, title: named, distribution_channel: 'WEBPUB' },
    product_references: productReferences,
    topics: topicsOf(outlineOf(structure)),
    files: [cmi5StructureFile],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function topicsOf(nodes: readonly OutlineNode[], parent?: string): readonly Topic[] {
  return nodes.flatMap((node): readonly Topic[] => {
    const { id, title } = 'au' in node ? node.au : node.block;
    const topic_id = storeIdOf(id);
    const topic = {
      topic_id,
      ...(parent !== undefined && { parent_topic_id: parent }),
      title: textIn(title, 'de').slice(0, titleMaximumLength) || topic_id,
    };
    return 'au' in node ? [topic] : [topic, ...topicsOf(node.children, topic_id)];
  });
}
