-- compatible: yes
-- What a notice says in the reader's language (docs/decisions/0191-notices-and-mail-in-the-readers-language.md): the name of its
-- text in the catalog of the component that posted it, as `text`, and what that text shows. Null for notices of earlier versions.
alter table notices
    add column arguments jsonb;
