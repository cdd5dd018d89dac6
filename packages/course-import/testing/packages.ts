import { scoPage } from './sco-pages.ts';
import { makeZip } from './zip.ts';

/* Packages as authoring tools export them, one a kind. */

/** SCORM 1.2: one page. */
export function single12(): Uint8Array {
  return makeZip([
    {
      name: 'imsmanifest.xml',
      content: manifest12('REGEN-12', item('REGEN', 'R-REGEN', 'Regen &amp; Wolken')),
    },
    { name: 'scormdriver/indexAPI.html', content: scoPage('Regen & Wolken', '1.2') },
  ]);
}

/** SCORM 1.2: a chapter with two pages, and a test that asks for the first of them. */
export function several12(): Uint8Array {
  return makeZip([
    {
      name: 'imsmanifest.xml',
      content: manifest12(
        'WASSER-12',
        `<item identifier="KAPITEL" isvisible="true"><title>Wasser unterwegs</title>
          ${item('BACH', 'R-BACH', 'Der Bach', '', '?lang=de')}
          ${item('FLUSS', 'R-FLUSS', 'Der Fluss')}
        </item>
        ${item('TEST', 'R-TEST', 'Was weisst du?', '<adlcp:prerequisites type="aicc_script">BACH</adlcp:prerequisites><adlcp:masteryscore>80</adlcp:masteryscore>')}`,
        ['R-BACH', 'R-FLUSS', 'R-TEST'],
      ),
    },
    { name: 'R-BACH.html', content: scoPage('Der Bach', '1.2') },
    { name: 'R-FLUSS.html', content: scoPage('Der Fluss', '1.2') },
    { name: 'R-TEST.html', content: scoPage('Was weisst du?', '1.2') },
  ]);
}

/** SCORM 2004, 4th edition: one page. */
export function single2004(): Uint8Array {
  return makeZip([
    {
      name: 'imsmanifest.xml',
      content: manifest2004('EIS-2004', item('EIS', 'R-EIS', 'Eis und Schnee'), '', ['R-EIS']),
    },
    { name: 'R-EIS.html', content: scoPage('Eis und Schnee', '2004') },
  ]);
}

/**
 * SCORM 2004, 4th edition: three pages, one after the other; the last is closed until the one before it is
 * completed.
 */
export function sequenced2004(): Uint8Array {
  const flow =
    '<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>';
  const primary = (write: boolean) =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="fertig"><imsss:mapInfo targetObjectiveID="global.schnee" ${
      write
        ? 'readSatisfiedStatus="false" writeSatisfiedStatus="true"'
        : 'readSatisfiedStatus="true"'
    }/></imsss:primaryObjective></imsss:objectives>`;
  const closed = `<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule>
      <imsss:ruleConditions conditionCombination="any">
        <imsss:ruleCondition referencedObjective="schnee" operator="not" condition="satisfied"/>
        <imsss:ruleCondition referencedObjective="schnee" operator="not" condition="objectiveStatusKnown"/>
      </imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>
      <imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="schnee"><imsss:mapInfo targetObjectiveID="global.schnee" readSatisfiedStatus="true"/></imsss:objective></imsss:objectives></imsss:sequencing>`;
  return makeZip([
    {
      name: 'imsmanifest.xml',
      content: manifest2004(
        'WINTER-2004',
        `${item('FROST', 'R-FROST', 'Der Frost')}
         ${item('SCHNEE', 'R-SCHNEE', 'Der Schnee', `<imsss:sequencing>${primary(true)}</imsss:sequencing>`)}
         ${item('LAWINE', 'R-LAWINE', 'Die Lawine', closed)}`,
        flow,
        ['R-FROST', 'R-SCHNEE', 'R-LAWINE'],
      ),
    },
    { name: 'R-FROST.html', content: scoPage('Der Frost', '2004') },
    { name: 'R-SCHNEE.html', content: scoPage('Der Schnee', '2004') },
    { name: 'R-LAWINE.html', content: scoPage('Die Lawine', '2004') },
  ]);
}

function item(id: string, resource: string, title: string, more = '', parameters = ''): string {
  const given = parameters && ` parameters="${parameters}"`;
  return `<item identifier="${id}" identifierref="${resource}"${given}><title>${title}</title>${more}</item>`;
}

/** A manifest of SCORM 1.2. */
export function manifest12(
  identifier: string,
  items: string,
  resources?: readonly string[],
): string {
  const list = resources?.map((id) => resource12(id, `${id}.html`)) ?? [
    resource12('R-REGEN', 'scormdriver/indexAPI.html'),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${identifier}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="KURS"><organization identifier="KURS"><title>Wasser entdecken</title>
    ${items}
  </organization></organizations>
  <resources>${list.join('')}</resources>
</manifest>`;
}

function resource12(id: string, href: string): string {
  return `<resource identifier="${id}" type="webcontent" adlcp:scormtype="sco" href="${href}"><file href="${href}"/></resource>`;
}

/** A manifest of SCORM 2004, 4th edition. */
export function manifest2004(
  identifier: string,
  items: string,
  sequencing: string,
  resources: readonly string[],
): string {
  const list = resources.map(
    (id) =>
      `<resource identifier="${id}" type="webcontent" adlcp:scormType="sco" href="${id}.html"><file href="${id}.html"/></resource>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${identifier}" version="1.0" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="KURS"><organization identifier="KURS"><title>Winter</title>
    ${items}
    ${sequencing}
  </organization></organizations>
  <resources>${list.join('')}</resources>
</manifest>`;
}
