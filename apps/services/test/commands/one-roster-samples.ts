/*
 * Small schools in the official columns of both versions.
 */

type Mode = 'absent' | 'bulk' | 'delta';

/** Rows of a file under its official header. */
const csv = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\r\n')}\r\n`;

export const users11 = (...rows: string[]) =>
  csv(
    'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
    rows,
  );

export const users12 = (...rows: string[]) =>
  csv(
    'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns',
    rows,
  );

export const roles12 = (...rows: string[]) =>
  csv(
    'sourcedId,status,dateLastModified,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId,userProfileSourcedId',
    rows,
  );

export const classes = (...rows: string[]) =>
  csv(
    'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
    rows,
  );

export const enrollments = (...rows: string[]) =>
  csv(
    'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
    rows,
  );

export const manifest = (version: string, modes: Readonly<Record<string, Mode>>) =>
  csv('propertyName,value', [
    'manifest.version,1.0',
    `oneroster.version,${version}`,
    'file.academicSessions,absent',
    ...Object.entries(modes).map(([file, mode]) => `file.${file},${mode}`),
    'source.systemName,Schulverwaltung',
  ]);

export const bulk11 = { users: 'bulk', classes: 'bulk', enrollments: 'bulk' } as const;
export const bulk12 = { ...bulk11, roles: 'bulk' } as const;

/** A teacher with two pupils in 5b, a head of school, a mother. */
export const school11: Readonly<Record<string, string>> = {
  'manifest.csv': manifest('1.1', bulk11),
  'users.csv': users11(
    'u-mia,,,true,s1,student,mia.keller,,Mia,Keller,,P-1,mia@schule.example,+41790000000,,,5,geheim-mia',
    'u-ben,,,true,s1,student,ben.frei,,Ben,Frei,,P-2,,,,u-eva,5,geheim-ben',
    'u-thomas,,,true,"s1,s2",teacher,thomas.berger,,Thomas,Berger,,L-1,thomas@schule.example,,,,,',
    'u-head,,,true,s1,administrator,rita.moor,,Rita,Moor,,L-2,,,,,,',
    'u-eva,,,true,s1,parent,eva.frei,,Eva,Frei,,,eva@example.org,,,,,',
  ),
  'classes.csv': classes('c-5b,,,Klasse 5b,5,k1,5b,homeroom,,s1,t1,,,'),
  'enrollments.csv': enrollments(
    'e1,,,c-5b,s1,u-thomas,teacher,true,,',
    'e2,,,c-5b,s1,u-mia,student,,2020-08-01,2999-07-31',
    'e3,,,c-5b,s1,u-ben,student,,,',
  ),
};

/** The same school in version 1.2. */
export const school12: Readonly<Record<string, string>> = {
  'manifest.csv': manifest('1.2', bulk12),
  'users.csv': users12(
    'u-mia,,,true,mia.keller,,Maria,Keller,,P-1,mia@schule.example,,,,5,geheim-mia,,,Mia,,,s1,',
    'u-ben,,,true,ben.frei,,Ben,Frei,,P-2,,,,,5,,,,,,,s1,',
    'u-thomas,,,true,thomas.berger,,Thomas,Berger,,L-1,,,,,,,,,,,,s1,',
    'u-head,,,true,rita.moor,,Rita,Moor,,L-2,,,,,,,,,,,,s1,',
    'u-eva,,,true,eva.frei,,Eva,Frei,,,eva@example.org,,,,,,,,,,,s1,',
  ),
  'roles.csv': roles12(
    'r1,,,u-mia,primary,student,,,s1,',
    'r2,,,u-ben,primary,student,,,s1,',
    'r3,,,u-thomas,primary,teacher,,,s1,',
    'r4,,,u-thomas,secondary,principal,,,s2,',
    'r5,,,u-head,primary,siteAdministrator,,,s1,',
    'r6,,,u-eva,primary,parent,,,s1,',
  ),
  'classes.csv': school11['classes.csv']!,
  'enrollments.csv': school11['enrollments.csv']!,
};
